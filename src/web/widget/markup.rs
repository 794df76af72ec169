//! The widget's elements and drawings as text; `dom::build` reads it.

/// Lines of 16 by 16, drawn as strokes.
pub const ICONS: &str = "\
off M6,1.5V5M10,1.5V5M3.5,5h9v2.5a4.5,4.5,0,0,1,-9,0zM8,12v2.5
pair M3,8h.01M8,8h.01M13,8h.01
wait M8,1.8a6.2,6.2,0,1,0,.01,0M8,4.8V8l2.2,1.6
on M3,8.6l3.4,3.4L13,4.6
busy M8,2a6,6,0,1,1,-6,6
ask M8,2.5v6.5M8,13h.01
close M4,4l8,8M12,4l-8,8
copy M6,6h7v7H6zM10,6V3H3v7h3
stopped M4.5,4.5h7v7h-7z
ok M3,8.6l3.4,3.4L13,4.6
no M4,4l8,8M12,4l-8,8
denied M8,2a6,6,0,1,0,.01,0M3.8,3.8l8.4,8.4";

/// `confirms` and `samples` show their first dialog each, the others queue behind it.
pub const FRAME: &str = "
section.root part=root aria-label=@title
 div.live role=status
 div.badge
  button.webmcp-trigger type=button part=trigger data-do=toggle aria-expanded=false !off
 div.confirms
 div.samples
 div.webmcp-content part=panel role=group aria-label=@title";

pub const PANEL: &str = "
header
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
  input.filter part=input type=search placeholder=@filter aria-label=@filter autocomplete=off
  details.webmcp-tools-list open
   summary @tools
    span.count
   ul.webmcp-tools-container
   p.none
  details.webmcp-prompts-list open
   summary @prompts
    span.count
   ul.webmcp-prompts-container
   p.none
  details.webmcp-resources-list open
   summary @resources
    span.count
   ul.webmcp-resources-container
   p.none
footer
 button.webmcp-disconnect-btn type=button part=button data-do=disconnect @disconnect";

pub const ITEM: &str = "
li part=item
 div.what
  strong
  span.from
  code
  p
 button.switch type=button part=switch role=switch data-do=switch";

pub const CALL: &str = "
li part=call
 span.mark !busy
 div.what
  span.tool
  span.took
 button.stop type=button part=button data-do=stop @stop-short";

pub const CONFIRM: &str = "
dialog.ask part=dialog role=alertdialog aria-label=@confirm-title tabindex=-1
 h2 @confirm-title
 p.tool
 p.about
 p.by
 pre tabindex=0 role=group aria-label=@arguments
 div.left
 p.note
 div.buttons
  button type=button part=button data-do=deny @deny
  button data-main type=button part=button data-do=allow @allow";

pub const SAMPLE: &str = "
dialog.ask part=dialog aria-label=@sample-title tabindex=-1
 h2 @sample-title
 div.talk tabindex=0 role=group aria-label=@sample-title
 p.limits
 label for=answer @answer
 textarea id=answer part=input rows=4
 div.buttons
  button type=button part=button data-do=cancel @cancel
  button data-main type=button part=button data-do=answer @send";

/// `role` is filled with who speaks, the rest with what was said.
pub const SAID: &str = "
div.said
 b";

pub const COPY: &str = "
dialog.ask part=dialog aria-label=@copy-title tabindex=-1
 h2 @copy-title
 p.note @copy-note
 pre tabindex=0 role=group aria-label=@copy-title
 div.buttons
  button type=button part=button data-do=dismiss @dismiss
  button data-main type=button part=button data-do=copied @copy";
