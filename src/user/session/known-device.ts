import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../kernel/config/sealed-secret'
import { hostCookieLines, hostCookieName, readCookie } from '../../kernel/http/cookies'
import type { Platform } from '../../platform/platform'
import type { Session } from '../../platform/sign-in/access-token'

const cookieName = 'recado_device'
const daySeconds = 86_400
/** Days since the last sign-in there. */
const knownDays = 180
/** Users per browser. */
const marksMax = 5

type Person = Pick<Session, 'companyId' | 'userId'>

interface Mark extends Person {
  deviceId: string
  at: number
}

/** A known device may try passwords while unknown ones have locked the account; the cookie grants nothing else. */
export function findKnownDevice(platform: Platform, request: Request, person: Person): string | undefined {
  return readMarks(platform, request).find((mark) => isOf(mark, person))?.deviceId
}

export function knownDeviceLines(platform: Platform, request: Request, person: Person & { deviceId: string }) {
  const known = readMarks(platform, request)
  const own = {
    companyId: person.companyId,
    userId: person.userId,
    deviceId: person.deviceId,
    at: secondsNow(platform),
  }
  const marks = [own, ...known.filter((mark) => !isOf(mark, person))].slice(0, marksMax)
  const value = marks.map((mark) => writeMark(platform, mark)).join('~')
  return hostCookieLines(request, cookieName, value, { maxAge: knownDays * daySeconds, sameSite: 'Strict' })
}

function readMarks(platform: Platform, request: Request): Mark[] {
  const texts = (readCookie(request, hostCookieName(request, cookieName)) ?? '').split('~').slice(0, marksMax)
  return texts.flatMap((text) => readMark(platform, text) ?? [])
}

function readMark(platform: Platform, text: string): Mark | undefined {
  const [companyId, userId, deviceId = '', at] = text.split('.')
  const mark = { companyId: Number(companyId), userId: Number(userId), deviceId, at: Number(at) }
  if (!isSameSecret(text, writeMark(platform, mark))) return undefined
  return mark.at > secondsNow(platform) - knownDays * daySeconds ? mark : undefined
}

function writeMark({ hostKey }: Platform, { companyId, userId, deviceId, at }: Mark) {
  const unsigned = `${companyId}.${userId}.${deviceId}.${at}`
  return `${unsigned}.${createHmac('sha256', hostKey.linkSecret).update(`device\n${unsigned}`).digest('base64url')}`
}

const isOf = (mark: Mark, { companyId, userId }: Person) => mark.companyId === companyId && mark.userId === userId

const secondsNow = ({ clock }: Platform) => Math.floor(clock.now().getTime() / 1000)
