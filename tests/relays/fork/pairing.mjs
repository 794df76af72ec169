// SERVER/register: one message with the pairing token buys a session token for the page's channel.
import { channelOf, newToken } from "./tokens.mjs";

const PATIENCE = 30_000;

/**
 * @param {import("ws").WebSocket} socket @param {import("./tokens.mjs").Tokens} tokens @param {number} port
 */
export function pair(socket, tokens, port) {
  const timer = setTimeout(() => socket.close(1008, "Registration timeout"), PATIENCE);
  socket.once("close", () => clearTimeout(timer));
  const refuse = (/** @type {string} */ message, /** @type {string} */ reason, code = 1008) => {
    socket.send(JSON.stringify({ type: "error", message }));
    socket.close(code, reason);
  };

  socket.once("message", async (message) => {
    clearTimeout(timer);
    try {
      const { host, token } = JSON.parse(Buffer.from(message.toString(), "base64").toString("utf8"));
      if (!token) return refuse("Invalid registration data format - missing token", "Invalid registration data");
      const channel = channelOf(host);
      const pairing = channelOf(`localhost:${port}`);
      await tokens.load();
      if (token.length < 16 || token !== tokens.get(pairing)) return refuse("Invalid token provided", "Invalid token");

      tokens.delete(pairing);
      const session = newToken();
      tokens.set(channel, session);
      await tokens.save();
      socket.send(JSON.stringify({ type: "registerSuccess", channel, message: `Registration successful for ${channel}`, token: session }));
      socket.close(1000, "Registration complete");
    } catch (error) {
      console.error("Registration error:", error);
      refuse("Registration error", "Registration error", 1011);
    }
  });
}
