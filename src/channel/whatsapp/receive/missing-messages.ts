import { readStored } from '../../../kernel/database/stored-json'
import { dayMs, hourMs } from '../../../kernel/time/durations.contract'
import type { ChannelHost } from '../../channel-driver'
import type { LineTells } from '../line/line-calls'
import type { DueRequest, MissingRequest } from './payload'

const batchMax = 50
const pauseMsMax = hourMs

export function fileMissing(
  { context, file, missing }: ChannelHost,
  { payload, request, account, firstMs }: Parameters<LineTells['noteMissing']>[0],
) {
  const ctx = context()
  ctx.transaction(() => {
    if (payload) file([payload])
    const complete = encodeRequest({ ...request, ...(account ? { account } : {}) })
    missing.note({ providerId: request.key.id, request: complete, retryAtMs: ctx.now.getTime() + firstMs })
  })
}

const encodeRequest = (request: MissingRequest) => JSON.stringify(request)

export function missingDelayMs({ context, missing }: ChannelHost) {
  const nextMs = missing.nextAtMs()
  return nextMs === undefined ? undefined : Math.min(pauseMsMax, Math.max(0, nextMs - context().now.getTime()))
}

export function takeDueMissing({ context, missing }: ChannelHost, firstMs: number): DueRequest[] {
  const nowMs = context().now.getTime()
  return missing.due(batchMax).map(({ providerId, attempts, request }) => {
    missing.postpone(providerId, nowMs + Math.min(dayMs, firstMs * 4 ** (attempts + 1)))
    return { ...readStored<MissingRequest>(request), attempts }
  })
}
