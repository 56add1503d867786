import { crc16 } from './crc16'

interface BrCode {
  pixKey: string
  name: string
  city: string
  amount: number
  /** Letters and digits, 25 at most. */
  txid: string
}

/** A static Pix code ("copia e cola"), as Banco Central's manual of BR Codes defines it on EMV's merchant-presented mode. */
export function createBrCode({ pixKey, name, city, amount, txid }: BrCode) {
  const parts = [
    ['00', '01'],
    ['26', field('00', 'br.gov.bcb.pix') + field('01', pixKey)],
    ['52', '0000'],
    ['53', '986'],
    ['54', (amount / 100).toFixed(2)],
    ['58', 'BR'],
    ['59', plain(name, 25)],
    ['60', plain(city, 15)],
    ['62', field('05', txid)],
  ] as const
  const code = `${parts.map(([id, value]) => field(id, value)).join('')}6304`
  return code + crc16(code)
}

const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`

/** Banks reliably read only capital letters, digits and spaces. A name without any becomes `PIX`. */
function plain(text: string, lengthMax: number) {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  const plainText = letters.replace(/[^A-Z0-9 ]/g, ' ').replace(/ +/g, ' ')
  return plainText.trim().slice(0, lengthMax).trim() || 'PIX'
}
