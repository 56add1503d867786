import { createVerify, generateKeyPairSync } from 'node:crypto'

interface DialogflowCall {
  project: string
  /** Empty for the global region. */
  location: string
  session: string
  languageCode: string
  text?: string
  /** Bytes of a voice note with its declared encoding. */
  audio?: { bytes: number; encoding: string; sampleRateHertz: number }
}

/** A query result, or the whole response. */
type Respond = (call: DialogflowCall) => object | undefined

const clientEmail = 'recado@loja-test.iam.gserviceaccount.com'
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** A query result with one text, as an intent's response gives it. */
export const textResult = (text: string, more: object = {}) => ({
  fulfillmentText: text,
  fulfillmentMessages: [{ text: { text: [text] } }],
  intent: { displayName: 'intent' },
  ...more,
})

const problem = (code: number, status: string, message: string) =>
  Response.json({ error: { code, message, status } }, { status: code })

export function startDialogflow() {
  const calls: DialogflowCall[] = []
  const state: { respond: Respond; project: string } = {
    respond: ({ text = '' }) => textResult(`Eco: ${text}`),
    project: 'loja-test',
  }
  const tokens = createTokens(() => `${url}/token`)

  async function handle(request: Request) {
    const { pathname } = new URL(request.url)
    if (request.method === 'POST' && pathname === '/token')
      return tokens.grant(new URLSearchParams(await request.text()))
    const form = /^\/v2\/projects\/([^/]+)(?:\/locations\/([^/]+))?\/agent\/sessions\/([^/]+):detectIntent$/
    const [, project, location = '', session = ''] = form.exec(pathname) ?? []
    if (request.method !== 'POST' || project === undefined) return problem(404, 'NOT_FOUND', 'Not found')
    if (!tokens.has(request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '')) {
      return problem(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
    }
    if (project !== state.project) {
      return problem(
        403,
        'PERMISSION_DENIED',
        `IAM permission 'dialogflow.sessions.detectIntent' on '${project}' denied.`,
      )
    }
    const call = readCall(await request.json(), { project, location, session })
    if (typeof call === 'string') return problem(400, 'INVALID_ARGUMENT', call)
    calls.push(call)
    const queryResult = state.respond(call)
    if (queryResult instanceof Response) return queryResult
    return Response.json({ responseId: crypto.randomUUID(), queryResult })
  }

  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: handle })
  const address = `127.0.0.1:${server.port}`
  const url = `http://${address}`
  return {
    address,
    url,
    calls,
    grantedTokens: tokens.count,
    /** As after the account's keys were revoked and renewed. */
    forgetTokens: tokens.forget,
    /** Grants tokens that the API then refuses. */
    refuseTokens: tokens.refuse,
    grantWith: tokens.grantWith,
    respondWith: (respond: Respond) => void (state.respond = respond),
    environment: { GOOGLE_TOKEN_URL: `${url}/token`, DIALOGFLOW_API_URL: url },
    /** A service account's key file as Google generates it, with an untrusted token address. */
    serviceAccount: (more: object = {}) =>
      JSON.stringify({
        type: 'service_account',
        project_id: state.project,
        private_key_id: 'abc',
        private_key: keys.privateKey,
        client_email: clientEmail,
        token_uri: 'http://169.254.169.254/token',
        ...more,
      }),
    stop: () => server.stop(true),
  }
}

export type Dialogflow = ReturnType<typeof startDialogflow>

/** Google's token endpoint, for the audience of valid assertions. */
function createTokens(audience: () => string) {
  const granted = new Set<string>()
  let count = 0
  let isRefusing = false
  let otherwise: (() => Response) | undefined

  function grant(form: URLSearchParams) {
    count++
    if (otherwise) return otherwise()
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
      return Response.json({ error: 'unsupported_grant_type' }, { status: 400 })
    }
    const claims = verify(form.get('assertion') ?? '')
    const nowSeconds = Number(claims?.['iat'])
    const isValid =
      claims?.['iss'] === clientEmail &&
      claims['aud'] === audience() &&
      claims['scope'] === 'https://www.googleapis.com/auth/dialogflow' &&
      Number(claims['exp']) - nowSeconds <= 3600
    if (!isValid) {
      return Response.json({ error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }, { status: 400 })
    }
    const token = `ya29.${count}`
    granted.add(token)
    return Response.json({ access_token: token, expires_in: 3599, token_type: 'Bearer' })
  }

  return {
    grant,
    has: (token: string) => !isRefusing && granted.has(token),
    count: () => count,
    forget: () => granted.clear(),
    refuse: () => void (isRefusing = true),
    grantWith: (respond?: () => Response) => void (otherwise = respond),
  }
}

function verify(assertion: string): Record<string, unknown> | undefined {
  const [head = '', claims = '', signature = ''] = assertion.split('.')
  const check = createVerify('RSA-SHA256').update(`${head}.${claims}`)
  if (!check.verify(keys.publicKey, Buffer.from(signature, 'base64url'))) return undefined
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}

function readCall(
  body: any,
  target: Pick<DialogflowCall, 'project' | 'location' | 'session'>,
): DialogflowCall | string {
  if (target.session.length > 36) return 'Session id is too long'
  const { text, audioConfig } = body?.queryInput ?? {}
  if (text) {
    if (typeof text.text !== 'string' || text.text === '') return 'Input text not set.'
    if (text.text.length > 256) return 'Input text exceeds 256 characters.'
    return { ...target, languageCode: text.languageCode, text: text.text }
  }
  if (!audioConfig) return 'Query input not set.'
  const { audioEncoding: encoding, sampleRateHertz, languageCode } = audioConfig
  return {
    ...target,
    languageCode,
    audio: { bytes: Buffer.from(body.inputAudio, 'base64').length, encoding, sampleRateHertz },
  }
}
