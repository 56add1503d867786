import { createApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'

/** As another program does. @throws ApiError which names the field `token` */
export async function sendWithToken<T>(token: string, call: (api: ReturnType<typeof createApiClient>) => Promise<T>) {
  const api = createApiClient(({ path, method, body, contentType, signal }) =>
    fetch(path, {
      method,
      body,
      signal,
      credentials: 'omit',
      headers: { authorization: `Bearer ${token}`, ...(contentType && { 'content-type': contentType }) },
    }),
  )
  try {
    return await call(api)
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.code !== 'ERR_NO_PERMISSION') throw cause
    throw new ApiError(cause.status, 'ERR_INVALID_INPUT', cause.message, { token: 'unknown' }, cause.body)
  }
}
