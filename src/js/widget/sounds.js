// Sounds that buttons play, one at a time.

export class Sounds {
  #texts;
  /** The bytes that a button plays. @type {WeakMap<Element, Uint8Array>} */
  #bytes = new WeakMap();
  /** What is heard. @type {{ button: Element, stop: () => void } | undefined} */
  #playing;

  /** @param {import("./frame.js").Frame["texts"]} texts */
  constructor(texts) {
    this.#texts = texts;
  }

  /** @param {Element} button @param {Uint8Array} bytes */
  carry(button, bytes) {
    this.#bytes.set(button, bytes);
  }

  /** Plays the sound that a button carries, or stops it. @param {HTMLButtonElement} button */
  play(button) {
    const was = this.#playing?.button;
    this.silence();
    if (was === button) return;
    this.#start(button).catch(() => {
      button.disabled = true;
      button.textContent = this.#texts.text("audio-broken");
    });
  }

  silence() {
    this.#playing?.stop();
    this.#playing = undefined;
  }

  /** @param {HTMLButtonElement} button */
  async #start(button) {
    const { text } = this.#texts;
    const bytes = this.#bytes.get(button);
    if (!bytes) throw new Error("no sound");
    const audio = new AudioContext();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let end;
    const stop = () => {
      clearTimeout(end);
      button.textContent = text("play");
      audio.close().catch(() => {});
    };
    try {
      // Decoding empties what it is given: a copy, so that it plays again.
      const buffer = await audio.decodeAudioData(bytes.slice().buffer);
      // Its question may be over by now.
      if (!button.isConnected) return stop();
      const source = audio.createBufferSource();
      source.buffer = buffer;
      source.connect(audio.destination);
      source.start();
      this.silence();
      button.textContent = text("pause");
      this.#playing = { button, stop };
      end = setTimeout(() => this.silence(), buffer.duration * 1000);
    } catch (error) {
      stop();
      throw error;
    }
  }
}
