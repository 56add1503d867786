export function signText(author: string, text: string): string {
  return signatureOf(author) + text
}

export function withoutSignature(author: string, text: string): string {
  const signature = signatureOf(author)
  return text.startsWith(signature) ? text.slice(signature.length) : text
}

const signatureOf = (author: string) => `*${author}:*\n`
