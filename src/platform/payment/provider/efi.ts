import * as v from 'valibot'
import type { GuardedFetch } from '../../../kernel/outgoing/guarded-fetch'
import {
  type ChargeOrder,
  type ChargeReference,
  ignoreNotFound,
  ignoreRefusal,
  isRefusal,
  type PixProvider,
  ProviderError,
  type ReceivedPayment,
} from './pix-provider'
import { callProvider, PixCode, ReaisText } from './provider-call'

const Token = v.object({ access_token: v.pipe(v.string(), v.minLength(1)), expires_in: v.number() })
const Location = v.object({
  id: v.union([v.number(), v.string()]),
  location: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
})
const Return = v.object({ valor: ReaisText, status: v.string(), natureza: v.optional(v.string(), '') })
const Pix = v.object({
  endToEndId: v.pipe(v.string(), v.minLength(1)),
  valor: ReaisText,
  devolucoes: v.optional(v.array(Return), []),
})
const Charge = v.object({
  txid: v.string(),
  status: v.string(),
  valor: v.object({ original: ReaisText }),
  loc: v.optional(Location),
  pixCopiaECola: v.optional(PixCode),
  pix: v.optional(v.array(Pix), []),
})
type Charge = v.InferOutput<typeof Charge>
const QrCode = v.object({ qrcode: PixCode })
const Anything = v.unknown()

const tokenMarginMs = 60_000
const expirySeconds = 3600

interface EfiSettings {
  efiClientId: string
  efiClientSecret: string
  efiCertificate: string
  efiKey: string
  efiPixKey: string
}

interface EfiRequest {
  method: 'GET' | 'PUT' | 'PATCH'
  body?: unknown
  headers?: Record<string, string>
  signal: AbortSignal
}

/** OAuth over TLS with a client certificate; charges (`cob`) as in Banco Central's Pix API. */
export function createEfi(call: GuardedFetch, baseUrl: string, settings: EfiSettings): PixProvider {
  const request = createEfiClient(call, baseUrl, settings)
  const { find, put } = createEfiCharges(request, settings)

  return {
    name: 'efi',
    expirySeconds,
    closesExpired: true,
    needsDocument: false,
    txidLength: 32,
    async create(order, signal) {
      const { loc, pixCopiaECola } = assertSame(await put(order, signal), order.txid)
      const created = { providerId: order.txid, pixKey: settings.efiPixKey, location: loc }
      if (pixCopiaECola !== undefined) return { ...created, code: pixCopiaECola }
      if (!loc) throw new ProviderError('unavailable', 'Efí answered without a Pix code')
      const { qrcode } = await request(`/v2/loc/${loc.id}/qrcode`, QrCode, { method: 'GET', signal })
      return { ...created, code: qrcode }
    },
    async find({ txid }, signal) {
      const charge = await find(txid, signal)
      if (!charge) return undefined
      return { payments: charge.pix.map(presentPix), isPayable: charge.status === 'ATIVA' }
    },
    async remove({ txid }: ChargeReference, signal) {
      const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
      await request(`/v2/cob/${txid}`, Anything, { method: 'PATCH', body, signal }).catch(ignoreRefusal)
    },
    async registerWebhook(url, signal) {
      await request(`/v2/webhook/${encodeURIComponent(settings.efiPixKey)}`, Anything, {
        method: 'PUT',
        body: { webhookUrl: url },
        headers: { 'x-skip-mtls-checking': 'true' },
        signal,
      })
    },
  }
}

/** MED was demanded by the payer's bank. */
function presentPix({ endToEndId, valor, devolucoes }: v.InferOutput<typeof Pix>): ReceivedPayment {
  const returns = devolucoes.filter(({ status }) => status !== 'NAO_REALIZADO')
  const returned = returns.reduce((sum, one) => sum + one.valor, 0)
  const returnedBy = returns.some(({ natureza }) => natureza.startsWith('MED')) ? 'chargeback' : 'refund'
  return { id: endToEndId, amount: valor, currency: 'BRL', returned, ...(returned > 0 && { returnedBy }) }
}

type EfiClient = ReturnType<typeof createEfiClient>

function createEfiClient(call: GuardedFetch, baseUrl: string, settings: EfiSettings) {
  const clientCertificate = { certificate: settings.efiCertificate, key: settings.efiKey }
  let token: { text: string; endsAtMs: number } | undefined

  async function authorization(signal: AbortSignal) {
    if (!token || token.endsAtMs <= Date.now()) {
      const basic = Buffer.from(`${settings.efiClientId}:${settings.efiClientSecret}`).toString('base64')
      const answer = await callProvider(call, `${baseUrl}/oauth/token`, Token, {
        method: 'POST',
        signal,
        clientCertificate,
        headers: { authorization: `Basic ${basic}` },
        body: { grant_type: 'client_credentials' },
      })
      token = { text: answer.access_token, endsAtMs: Date.now() + answer.expires_in * 1000 - tokenMarginMs }
    }
    return `Bearer ${token.text}`
  }

  /** A revoked token is renewed once. */
  return async function request<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    { headers, ...rest }: EfiRequest,
  ) {
    const attempt = async () =>
      callProvider(call, baseUrl + path, schema, {
        ...rest,
        clientCertificate,
        headers: { ...headers, authorization: await authorization(rest.signal) },
      })
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ProviderError) || error.status !== 401) throw error
      token = undefined
      return attempt()
    }
  }
}

function createEfiCharges(request: EfiClient, settings: EfiSettings) {
  async function find(txid: string, signal: AbortSignal): Promise<Charge | undefined> {
    const charge = await request(`/v2/cob/${txid}`, Charge, { method: 'GET', signal }).catch(ignoreNotFound)
    return charge && assertSame(charge, txid)
  }

  async function put(order: ChargeOrder, signal: AbortSignal): Promise<Charge> {
    const body = chargeBody(order, settings.efiPixKey)
    try {
      return await request(`/v2/cob/${order.txid}`, Charge, { method: 'PUT', body, signal })
    } catch (error) {
      // The answer to an earlier attempt was lost.
      const existing = isRefusal(error) ? await find(order.txid, signal) : undefined
      if (existing?.status === 'ATIVA' && existing.valor.original === order.amount) return existing
      throw error
    }
  }

  return { find, put }
}

function assertSame(charge: Charge, txid: string) {
  if (charge.txid !== txid) throw new ProviderError('unavailable', 'Efí answered about another charge')
  return charge
}

function chargeBody({ amount, description, payer, secondsLeft }: ChargeOrder, pixKey: string) {
  const { name, document } = payer
  // Efí takes a name only with a document, and CNPJs of digits only.
  const debtor = /^\d+$/.test(document)
    ? { [document.length === 11 ? 'cpf' : 'cnpj']: document, nome: name }
    : undefined
  return {
    calendario: { expiracao: secondsLeft },
    ...(debtor && { devedor: debtor }),
    valor: { original: (amount / 100).toFixed(2) },
    chave: pixKey,
    solicitacaoPagador: description.slice(0, 140),
  }
}
