/** Browsers send thirty characters. */
const acceptLengthMax = 200

export function acceptsEncoding(request: Request, encoding: 'br' | 'gzip') {
  const header = (request.headers.get('accept-encoding') ?? '').slice(0, acceptLengthMax)
  return header.split(',').some((part) => {
    const [name, quality] = part.trim().split(';')
    return name?.trim() === encoding && !/q=0(\.0*)?$/.test(quality?.trim() ?? '')
  })
}
