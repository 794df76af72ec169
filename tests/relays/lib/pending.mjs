// Questions sent to a page, by number, until an answer comes or its time is up.

/**
 * @template Answer
 */
export class Pending {
  #next = 1;
  /** @type {Map<string, {settle: (answer: Answer) => void, timer: NodeJS.Timeout}>} */
  #open = new Map();

  /**
   * @param {number} ms @param {(answer: Answer) => void} settle called once @param {() => Answer} late the answer when none came
   * @returns {string} the id, "1" first
   */
  open(ms, settle, late) {
    const id = String(this.#next++);
    const timer = setTimeout(() => this.settle(id, late()), ms);
    this.#open.set(id, { settle, timer });
    return id;
  }

  /** False when nobody waits for that id. @param {unknown} id @param {Answer} answer */
  settle(id, answer) {
    const waiting = this.#open.get(String(id));
    if (!waiting) return false;
    this.#open.delete(String(id));
    clearTimeout(waiting.timer);
    waiting.settle(answer);
    return true;
  }

  /** @param {Answer} answer */
  settleAll(answer) {
    for (const id of [...this.#open.keys()]) this.settle(id, answer);
  }
}
