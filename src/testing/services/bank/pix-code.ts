/** Polynomial 1021 by table, initial value FFFF. */
const table = Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 8
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value & 0x8000 ? 0x11021 : 0)
  return value
})

const checksum = (text: string) =>
  [...Buffer.from(text, 'ascii')]
    .reduce((crc, byte) => ((crc << 8) & 0xffff) ^ (table[(crc >> 8) ^ byte] ?? 0), 0xffff)
    .toString(16)
    .padStart(4, '0')
    .toUpperCase()

/** Issues a dynamic code, which contains the address of the charge and no amount. */
export function issueCode(id: string) {
  const url = `pix.bank.test/v2/${id}`
  const account = `0014br.gov.bcb.pix25${String(url.length).padStart(2, '0')}${url}`
  const body = `00020101021226${account.length}${account}5204000053039865802BR5908SIMULADO6009SAO PAULO62070503***6304`
  return body + checksum(body)
}

interface ReadCode {
  pixKey?: string
  amount?: number
  name?: string
  city?: string
  txid?: string
  url?: string
}

/** Reads a code like a bank's app. @throws Error when it is damaged */
export function readCode(code: string): ReadCode {
  if (!/^[ -~]{30,1000}$/.test(code)) throw new Error('This is no Pix code')
  if (checksum(code.slice(0, -4)) !== code.slice(-4)) throw new Error('The checksum of the code is wrong')
  const fields = readFields(code)
  if (fields.get('00') !== '01' || fields.get('53') !== '986' || fields.get('58') !== 'BR')
    throw new Error('No Pix in reais')
  const account = readFields(fields.get('26') ?? '')
  if (account.get('00')?.toLowerCase() !== 'br.gov.bcb.pix') throw new Error('No account for Pix')
  const amount = fields.get('54')
  const txid = readFields(fields.get('62') ?? '').get('05')
  return {
    pixKey: account.get('01'),
    url: account.get('25'),
    name: fields.get('59'),
    city: fields.get('60'),
    txid,
    ...(amount !== undefined && { amount: Number(amount) }),
  }
}

function readFields(text: string) {
  const fields = new Map<string, string>()
  for (let at = 0; at < text.length;) {
    const length = Number(text.slice(at + 2, at + 4))
    const value = text.slice(at + 4, at + 4 + length)
    if (!Number.isInteger(length) || value.length !== length) throw new Error('A field of the code is cut short')
    fields.set(text.slice(at, at + 2), value)
    at += 4 + length
  }
  return fields
}
