// What the widget is made of, as text for `build`.

// One line is one element, one space of indentation one level: `tag.class name=value name=@label @label !icon`.

/** `confirms` and `samples` show their first dialog each, the others queue behind it. */
export const FRAME = `section.root part=root aria-label=@title
 div.live role=status
 div.badge
  button.webmcp-trigger type=button part=trigger data-do=toggle aria-expanded=false !off
 div.confirms
 div.samples
 div.webmcp-content part=panel role=group aria-label=@title`;

/** @param {string} kind */
const listOf = (kind) => `
  details.webmcp-${kind}-list open
   summary @${kind}
    span.count
   ul.webmcp-${kind}-container
   p.none`;

export const PANEL = `header
 h2 @title
 button.webmcp-close type=button part=close data-do=close aria-label=@close !close
div.body
 p.webmcp-status part=status tabindex=-1
 p.where
 div.problem part=problem
  b.why
  p.fix
  div.command
   code
   button.copy type=button data-do=copy aria-label=@copy !copy
  p.detail
 div.webmcp-connection-panel
  label for=token @token
  div.pair
   input.webmcp-token-input id=token part=input type=text placeholder=@paste autocomplete=off autocapitalize=off spellcheck=false aria-describedby=hint
   button.webmcp-connect-btn data-main type=button part=button data-do=connect @connect
  p.hint id=hint @hint
  div.command
   code @hint-command
   button.copy type=button data-do=copy aria-label=@copy !copy
 details.calls open
  summary @calls
  ol
 div.webmcp-registered-items
  input.filter part=input type=search placeholder=@filter aria-label=@filter autocomplete=off${["tools", "prompts", "resources"].map(listOf).join("")}
footer
 button.webmcp-disconnect-btn type=button part=button data-do=disconnect @disconnect`;

export const ITEM = `li part=item
 div.what
  strong
  span.from
  code
  p
 button.switch type=button part=switch role=switch data-do=switch`;

export const CALL = `li part=call
 span.mark !busy
 div.what
  span.tool
  span.took
 button.stop type=button part=button data-do=stop @stop-short`;

/** @param {string} no @param {string} noText @param {string} yes @param {string} yesText */
const buttons = (no, noText, yes, yesText) => ` div.buttons
  button type=button part=button data-do=${no} @${noText}
  button data-main type=button part=button data-do=${yes} @${yesText}`;

export const CONFIRM_DIALOG = `dialog.ask part=dialog role=alertdialog aria-label=@confirm-title tabindex=-1
 h2 @confirm-title
 p.tool
 p.about
 p.by
 pre tabindex=0 role=group aria-label=@arguments
 div.left
 p.note
${buttons("deny", "deny", "allow", "allow")}`;

export const SAMPLE_DIALOG = `dialog.ask part=dialog aria-label=@sample-title tabindex=-1
 h2 @sample-title
 div.talk tabindex=0 role=group aria-label=@sample-title
 p.limits
 label for=answer @answer
 textarea id=answer part=input rows=4
${buttons("cancel", "cancel", "answer", "send")}`;

export const COPY_DIALOG = `dialog.ask part=dialog aria-label=@copy-title tabindex=-1
 h2 @copy-title
 p.note @copy-note
 pre tabindex=0 role=group aria-label=@copy-title
${buttons("dismiss", "dismiss", "copied", "copy")}`;
