/** A text that says first who of the company wrote it. */
export function signText(author: string, text: string): string {
  return signatureOf(author) + text
}

/** The text without that person's signature, where it has one. */
export function withoutSignature(author: string, text: string): string {
  const signature = signatureOf(author)
  return text.startsWith(signature) ? text.slice(signature.length) : text
}

const signatureOf = (author: string) => `*${author}:*\n`
