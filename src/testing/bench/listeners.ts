import { connectLive } from '../world/live-client'

/** Runs a number of listening screens in a separate process: `listeners.ts <live address> <tokens as JSON>`. */
const [url = '', tokens = '[]'] = process.argv.slice(2)
for (const token of JSON.parse(tokens) as string[]) {
  const client = await connectLive(url, token, null)
  // Received frames are dropped: only the server's side is measured.
  client.frames.push = () => 0
}
console.log('listening')
