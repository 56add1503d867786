import { randomBytes } from 'node:crypto'
import type { BankCharge, BankFailures } from './bank.types'
import type { Endpoint } from './bank-server'
import type { Ledger } from './ledger'

export const efiClient = { id: 'Client_Id_simulado', secret: 'Client_Secret_simulado', pixKey: 'pix@recado.test' }

const tokenMs = 3_600_000
const problem = (status: number, nome: string, mensagem: string) => Response.json({ nome, mensagem }, { status })

/** Simulates Efí's Pix API: token by client credentials, charges by txid, locations with their code, webhook by Pix key. */
export function createEfiEndpoints(ledger: Ledger, failures: BankFailures): Endpoint {
  const tokens = new Map<string, number>()
  const isKnown = (header = '') => (tokens.get(header.replace(/^Bearer /, '')) ?? 0) > Date.now()

  function giveToken(authorization = '', body: unknown) {
    const [id, secret] = atob(authorization.replace(/^Basic /, '')).split(':')
    if (id !== efiClient.id || secret !== efiClient.secret) return problem(401, 'invalid_client', 'Unknown client')
    if ((body as { grant_type?: string }).grant_type !== 'client_credentials')
      return problem(400, 'invalid', 'grant_type')
    failures.forgetTokens = false
    const token = randomBytes(24).toString('hex')
    tokens.set(token, Date.now() + tokenMs)
    return Response.json({ access_token: token, token_type: 'Bearer', expires_in: tokenMs / 1000, scope: 'cob.write' })
  }

  return async ({ method, path, headers, body, respondCreated, tryWebhook }) => {
    if (method === 'POST' && path === '/oauth/token') return giveToken(headers['authorization'], body)
    if (failures.forgetTokens) tokens.clear()
    if (!isKnown(headers['authorization'])) return problem(401, 'invalid_token', 'Token expired')
    const [, kind = '', id = '', part] = path.replace(/^\/v2/, '').split('/')
    if (kind === 'loc' && part === 'qrcode') {
      const charge = ledger.state.charges.find((one) => one.provider === 'efi' && locationOf(one) === Number(id))
      return charge ? Response.json({ qrcode: charge.code, imagemQrcode: '' }) : problem(404, 'nao_encontrado', 'loc')
    }
    if (kind === 'webhook') {
      const { webhookUrl = '' } = body as { webhookUrl?: string }
      if (headers['x-skip-mtls-checking'] !== 'true')
        return problem(400, 'webhook_invalido', 'The address must use mTLS')
      if (!(await tryWebhook(webhookUrl, { evento: 'teste_webhook' })))
        return problem(400, 'webhook_invalido', 'No 200')
      ledger.state.webhooks[decodeURIComponent(id)] = webhookUrl
      ledger.save()
      return Response.json({ webhookUrl }, { status: 201 })
    }
    if (kind !== 'cob' || !/^[A-Za-z0-9]{26,35}$/.test(id)) return problem(404, 'nao_encontrado', path)
    const charge = ledger.find('efi', id)
    if (method === 'PUT') {
      if (charge) return problem(409, 'txid_duplicado', 'This txid is taken')
      const refused = validationError(body as CobBody)
      if (refused) return problem(400, 'valor_invalido', refused)
      const { valor } = body as CobBody
      const amount = Number(valor?.original)
      const request = body as Record<string, unknown>
      const added = ledger.add({ provider: 'efi', id, reference: id, amount, request })
      return respondCreated(added, () => Response.json(present(added, failures), { status: 201 }))
    }
    if (!charge) return problem(404, 'cobranca_nao_encontrada', 'No such charge')
    if (method === 'PATCH') {
      if (failures.payBeforeRemoval) ledger.pay(charge)
      if (charge.state !== 'open') return problem(400, 'cobranca_invalida', 'Not active')
      ledger.change(charge, { state: 'removed' })
    }
    return Response.json(present(charge, failures))
  }
}

interface CobBody {
  calendario?: { expiracao?: unknown }
  valor?: { original?: string }
  chave?: string
  devedor?: { cpf?: string; cnpj?: string; nome?: string }
}

function validationError({ valor, chave, devedor, calendario }: CobBody) {
  if (!/^\d{1,10}\.\d{2}$/.test(valor?.original ?? '') || Number(valor?.original) <= 0) return 'valor.original'
  if (chave !== efiClient.pixKey) return 'chave'
  if (!Number.isInteger(calendario?.expiracao)) return 'calendario.expiracao'
  if (!devedor) return undefined
  const isId = /^\d{11}$/.test(devedor.cpf ?? '') || /^\d{14}$/.test(devedor.cnpj ?? '')
  return isId && devedor.nome ? undefined : 'devedor'
}

const locationOf = ({ id }: BankCharge) => Number.parseInt(Buffer.from(id).toString('hex').slice(0, 8), 16)

function present(charge: BankCharge, { codeByLocation }: BankFailures) {
  const { calendario, devedor, chave } = charge.request as { calendario: object; devedor?: object; chave: string }
  return {
    calendario: { ...calendario, criacao: charge.createdAt },
    txid: charge.id,
    revisao: 0,
    devedor,
    chave,
    loc: { id: locationOf(charge), location: `pix.bank.test/v2/${charge.id}`, tipoCob: 'cob' },
    status: { open: 'ATIVA', paid: 'CONCLUIDA', removed: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }[charge.state],
    valor: { original: charge.amount.toFixed(2) },
    ...(codeByLocation ? {} : { pixCopiaECola: charge.code }),
    ...(charge.state === 'paid' && {
      pix: [charge, ...(charge.again ?? []).map((payment) => ({ ...charge, ...payment }))].map(presentPix),
    }),
  }
}

/** Returns as in dev.efipay.com.br/docs/api-pix/gestao-de-pix, read on 2026-11-24. */
export const presentPix = ({ endToEndId, id, request, paid = 0, paidAt, returned = 0, returnedBy }: BankCharge) => ({
  endToEndId,
  txid: id,
  chave: request['chave'],
  valor: paid.toFixed(2),
  horario: paidAt,
  ...(returned > 0 && {
    devolucoes: [
      { id: 'A1', rtrId: 'D1', valor: '1.00', horario: { solicitacao: paidAt }, status: 'NAO_REALIZADO' },
      {
        id: 'A2',
        rtrId: 'D2',
        valor: returned.toFixed(2),
        horario: { solicitacao: paidAt },
        status: 'EM_PROCESSAMENTO',
        natureza: returnedBy === 'chargeback' ? 'MED_FRAUDE' : 'ORIGINAL',
      },
    ],
  }),
})
