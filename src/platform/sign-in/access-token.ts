import { jwt } from '@elysiajs/jwt'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { Clock } from '../../kernel/time/clock'
import { refuse } from '../../kernel/errors'
import { keepNewest } from '../../kernel/keep-newest.contract'
import type { CompanyId, UserId } from '../../kernel/ids'

export interface Session {
  id: string
  companyId: CompanyId
  userId: UserId
}

const accessTokenMinutes = 15
const cacheMax = 10_000

const Claims = v.object({ sid: v.string(), cid: v.number(), uid: v.number(), exp: v.number() })

export type AccessTokens = ReturnType<typeof createAccessTokens>

export function createAccessTokens(secret: string, clock: Clock) {
  const { jwt: signer } = new Elysia().use(jwt({ name: 'jwt', secret })).decorator
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000)
  const remembered = new Map<string, v.InferOutput<typeof Claims>>()

  async function read(token: string) {
    const known = remembered.get(token)
    if (known) return known
    const result = v.safeParse(Claims, await signer.verify(token, { currentDate: clock.now() }))
    if (!result.success) return undefined
    remembered.set(token, result.output)
    keepNewest(remembered, cacheMax)
    return result.output
  }

  return {
    sign({ id, companyId, userId }: Session) {
      const exp = nowSeconds() + accessTokenMinutes * 60
      return signer.sign({ sid: id, cid: companyId, uid: userId, exp })
    },
    /** @throws Refusal ERR_SESSION_EXPIRED; the client may refresh */
    async verify(token: string): Promise<Session> {
      const claims = await read(token)
      if (!claims || claims.exp <= nowSeconds()) {
        remembered.delete(token)
        refuse('ERR_SESSION_EXPIRED')
      }
      return { id: claims.sid, companyId: claims.cid, userId: claims.uid }
    },
  }
}
