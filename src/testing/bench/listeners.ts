import { connectLive } from '../live-client'

/** So many screens that listen, in a process of their own: `listeners.ts <live address> <tokens as JSON>`. */
const [url = '', tokens = '[]'] = process.argv.slice(2)
for (const token of JSON.parse(tokens) as string[]) {
  const client = await connectLive(url, token, null)
  // What they hear is not kept: only the server's side is measured.
  client.frames.push = () => 0
}
console.log('listening')
