import { opusSilence } from '../../media/opus-silence'

interface SpeechCall {
  path: string
  key: string
  format: string
  ssml: string
  /** The voice and the text between its tags, with entities resolved. */
  voice: string
  text: string
}

const speechKey = '0123456789abcdef0123456789abcdef'

export type AzureSpeech = ReturnType<typeof startAzureSpeech>

/** "Text to speech REST API", Audio outputs, learn.microsoft.com, from memory. */
const formats: Record<string, { type: string; audio: () => Uint8Array<ArrayBuffer> }> = {
  'ogg-48khz-16bit-mono-opus': { type: 'audio/ogg; codecs=opus', audio: () => opusSilence(1) },
  'riff-24khz-16bit-mono-pcm': { type: 'audio/x-wav', audio: () => wavSilence },
}

const wavSilence = new Uint8Array(44 + 48_000)
wavSilence.set(new TextEncoder().encode('RIFF----WAVEfmt '))

/** Simulates Azure's text to speech on loopback. It answers with a short file and refuses markup that is not well-formed. */
export function startAzureSpeech({ port = 0 }: { port?: number } = {}) {
  const calls: SpeechCall[] = []
  const failures = { status: 0, nonsense: false }

  async function handle(request: Request) {
    const { pathname } = new URL(request.url)
    const key = request.headers.get('ocp-apim-subscription-key') ?? ''
    const format = request.headers.get('x-microsoft-outputformat') ?? ''
    const ssml = await request.text()
    const read = readSsml(ssml)
    calls.push({ path: pathname, key, format, ssml, voice: read?.voice ?? '', text: read?.text ?? '' })
    if (failures.status !== 0) return new Response(null, { status: failures.status })
    if (request.method !== 'POST' || pathname !== '/cognitiveservices/v1') return new Response(null, { status: 404 })
    if (key !== speechKey) return new Response(null, { status: 401 })
    if (request.headers.get('content-type') !== 'application/ssml+xml') return new Response(null, { status: 415 })
    if (!formats[format] || !read) return new Response(null, { status: 400 })
    if (failures.nonsense) return new Response('<html></html>')
    const { type, audio } = formats[format]
    return new Response(audio(), { headers: { 'content-type': type } })
  }

  const server = Bun.serve({ hostname: '127.0.0.1', port, fetch: handle })
  const host = `127.0.0.1:${server.port}`
  return {
    url: `http://${host}`,
    address: host,
    key: speechKey,
    calls,
    failures,
    stop: () => server.stop(true),
  }
}

/** Reads `<speak><voice name="…">text</voice></speak>`; undefined for anything else. */
function readSsml(ssml: string) {
  const form = /^<speak version="1\.0"[^<>]*>\s*<voice [^<>]*name="([^"<>]+)"[^<>]*>([^<>]*)<\/voice>\s*<\/speak>$/
  const [, voice, content] = form.exec(ssml) ?? []
  if (voice === undefined || content === undefined || /&(?!(amp|lt|gt|quot|apos);)/.test(content)) return undefined
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return { voice, text: content.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '') }
}
