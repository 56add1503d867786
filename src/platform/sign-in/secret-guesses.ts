import { hashSecret } from '../../kernel/config/sealed-secret'
import { clientAddress } from '../../kernel/http/edge/forwarded-headers'
import { addressBlock } from '../../kernel/http/edge/ip-address'
import { keepNewest } from '../../kernel/keep-newest.contract'
import { minuteMs } from '../../kernel/time/durations.contract'
import type { Platform } from '../platform'
import { assertBelowLimit, countTry, tryCount } from './count-tries'

/** See docs/decisions/0003-sign-in.md. */
const limit = { limit: 60, windowMs: 5 * minuteMs }
const answersMax = 10_000

type SecretKind = 'connectionToken' | 'metaVerifyToken' | 'efi' | 'mercadopago' | 'asaas' | 'passwordLink'

/** Returns `isRight`. A repeated secret is no guess. @throws Refusal ERR_TOO_MANY_REQUESTS after too many wrong ones */
export function limitGuesses(platform: Platform, request: Request, kind: SecretKind, secret: string, isRight: boolean) {
  const { secretAnswers } = platform
  const block = addressBlock(clientAddress(request))
  const key = hashSecret(`${kind}\n${block}\n${secret}`)
  if (secretAnswers.get(key) === isRight) return isRight
  const count = tryCount(kind, block, limit)
  if (isRight) assertBelowLimit(platform, count)
  else countTry(platform, [count])
  secretAnswers.set(key, isRight)
  keepNewest(secretAnswers, answersMax)
  return isRight
}
