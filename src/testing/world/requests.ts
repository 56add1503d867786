import type { createApp } from '../../app'

export interface Answer<T = Record<string, any>> {
  status: number
  body: T
  headers: Headers
}

type App = Pick<ReturnType<typeof createApp>, 'handle'>

/** Makes calls like a program: JSON or multipart in, status and JSON out. `renew` provides a valid token for each call. */
export function createRequests(app: App, token?: string, renew?: () => Promise<string>) {
  async function call<Body = Record<string, any>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const multipart = body instanceof FormData
    const bearer = (await renew?.()) ?? token
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(body === undefined || multipart ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : multipart ? body : JSON.stringify(body),
    })
    const response = await app.handle(request)
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      body: (isJson ? await response.json() : await response.text()) as Body,
      headers: response.headers,
    }
  }

  return {
    call,
    token,
    get: <Body = Record<string, any>>(path: string, headers?: Record<string, string>) =>
      call<Body>('GET', path, undefined, headers),
    post: <Body = Record<string, any>>(path: string, body: unknown = {}, headers?: Record<string, string>) =>
      call<Body>('POST', path, body, headers),
    put: (path: string, body: unknown = {}) => call('PUT', path, body),
    delete: (path: string, body?: unknown) => call('DELETE', path, body),
  }
}
