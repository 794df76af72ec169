// The latest entries of something that goes on and on.

/** @template T */
export class Log {
  /** @type {T[]} */
  #items = [];

  /** @param {number} most entries that are kept */
  constructor(most) {
    this.most = most;
  }

  /** @param {T} item */
  push(item) {
    this.#items.push(item);
    // Rarely, so that a busy page does not move all of them for each.
    if (this.#items.length >= 2 * this.most) this.#items = this.#items.slice(-this.most);
  }

  clear() {
    this.#items = [];
  }

  get kept() {
    return this.#items.slice(-this.most);
  }

  /**
   * @param {unknown} limit entries; 50 where it says nothing
   * @param {(item: T) => boolean} fits
   * @returns {{ items: T[], total: number }} the latest, oldest first, and how many there are in all
   */
  last(limit, fits) {
    const all = this.kept.filter(fits);
    const number = Number(limit ?? 50);
    const shown = Number.isFinite(number) && number >= 1 ? Math.floor(number) : 50;
    return { items: all.slice(-shown), total: all.length };
  }
}
