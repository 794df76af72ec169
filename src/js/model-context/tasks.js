// Tasks of their own, in order.

/** @type {(() => void)[]} */
const tasks = [];
/** @type {MessageChannel | undefined} */
let channel;

/**
 * Runs in a task of its own, in order: a timer would be held back in a hidden tab.
 * @param {() => void} task
 */
export function later(task) {
  if (!channel) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => tasks.shift()?.();
  }
  tasks.push(task);
  channel.port2.postMessage(0);
}
