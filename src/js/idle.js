// A moment in which the page has nothing better to do.

/** Resolves then, and in half a second at the latest, in a hidden tab too. @returns {Promise<unknown>} */
export function idle() {
  return new Promise((done) => {
    if (window.requestIdleCallback) window.requestIdleCallback(done, { timeout: 500 });
    else setTimeout(done);
  });
}
