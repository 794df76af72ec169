// The life of a relay process: MCP on stdio where asked for, over when the client goes or a signal comes.
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

/**
 * @param {() => Promise<void>} close ends the relay's own listeners
 * @param {{connect: (transport: StdioServerTransport) => Promise<void>}} [server]
 */
export async function live(close, server) {
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    await close();
    process.exit(0);
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
  if (!server) return;
  // The transport does not notice that the client is gone.
  process.stdin.on("end", end);
  process.stdin.on("close", end);
  process.stdout.on("error", end);
  await server.connect(new StdioServerTransport());
}

/**
 * A port that is taken is the one failure people meet: say which.
 * @template T @param {Promise<T>} listening @param {number} port @returns {Promise<T>}
 */
export async function orExplain(listening, port) {
  try {
    return await listening;
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    console.error(
      code === "EADDRINUSE" ? `Error: port ${port} is in use; stop what listens there or give another with -p` : `Error: ${message}`,
    );
    process.exit(1);
  }
}
