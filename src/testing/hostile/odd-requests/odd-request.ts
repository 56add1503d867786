interface OddRequest {
  bytes: string
  /** The expected status. By default any answer that is not a server error, or none. */
  status?: number
  /** The client closes its half right after sending. */
  ends?: boolean
}
export type OddRequests = Record<string, OddRequest>

/** A signed-in user: header line and cookie. */
export interface Session {
  bearer: string
  cookie: string
}

export const host = 'host: recado.test'
export const navigation = 'accept: text/html'

export const request = (line: string, headers: readonly string[] = [host], body = '') =>
  `${line}\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n${body}`
export const get = (target: string, ...headers: string[]) => request(`GET ${target} HTTP/1.1`, [host, ...headers])
export const post = (target: string, type: string, body: string, ...headers: string[]) =>
  request(
    `POST ${target} HTTP/1.1`,
    [host, `content-type: ${type}`, `content-length: ${body.length}`, ...headers],
    body,
  )
