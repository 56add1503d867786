import { waitMsMax } from '../clock/wait-limit'

/** One frame as received by the browser. */
export interface LiveFrame {
  event: string
  number?: number
  data?: Record<string, any>
}

/** Connects a browser's socket without a browser; resolves when the server says `ready`. */
export async function connectLive(url: string, token: string, last: number | null) {
  const socket = new WebSocket(url)
  const frames: LiveFrame[] = []
  const waiting = new Set<() => void>()
  const closed = Promise.withResolvers<number>()
  let reason = ''
  socket.onmessage = ({ data }) => {
    frames.push(JSON.parse(String(data)))
    for (const check of [...waiting]) check()
  }
  socket.onclose = (event) => {
    reason = event.reason
    closed.resolve(event.code)
  }
  await new Promise<void>((resolve) => (socket.onopen = () => resolve()))
  const send = (event: string, data: unknown) => socket.send(JSON.stringify({ event, data }))
  send('auth', { token, last })

  /** Returns the first matching frame, past or future. @throws Error when none comes */
  function next(fits: (frame: LiveFrame) => boolean): Promise<LiveFrame> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = frames.find(fits)
        if (!found) return
        waiting.delete(check)
        clearTimeout(deadline)
        resolve(found)
      }
      const deadline = setTimeout(() => {
        waiting.delete(check)
        reject(new Error(`The frame did not come; these did: ${JSON.stringify(frames)}`))
      }, waitMsMax)
      waiting.add(check)
      check()
    })
  }

  const line = {
    frames,
    send,
    next,
    closed: closed.promise,
    closeReason: () => reason,
    /** Resolves when everything sent so far has arrived: requests are answered in order. */
    async settled() {
      const requested = frames.filter((frame) => frame.event === 'ready').length
      send('resume', { last: null })
      await next(() => frames.filter((frame) => frame.event === 'ready').length > requested)
    },
    heard: () => frames.filter((frame) => frame.event !== 'ready'),
    close: () => socket.close(),
  }
  await Promise.race([next((frame) => frame.event === 'ready'), closed.promise])
  return line
}
