/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port (RFC 9110, section 7.2). */
export function isHost(text: string) {
  return text.length <= 255 && /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(text)
}
