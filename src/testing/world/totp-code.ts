/** What an authenticator app shows (RFC 6238), written without the product's own code. */
export async function totpCode(secret: string, at: Date, digits = 6) {
  let [bits, value] = [0, 0]
  const bytes: number[] = []
  for (const letter of secret) {
    value = ((value << 5) | (letter >= 'A' ? letter.charCodeAt(0) - 65 : Number(letter) + 24)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 0xff)
  }
  const key = await crypto.subtle.importKey('raw', new Uint8Array(bytes), { name: 'HMAC', hash: 'SHA-1' }, false, [
    'sign',
  ])
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(at.getTime() / 30_000)))
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer))
  const number = mac.getUint32(mac.getUint8(19) % 16) % 2 ** 31
  return (number % 10 ** digits).toString().padStart(digits, '0')
}
