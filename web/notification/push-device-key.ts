import type { SessionUser } from '../../src/user/session/session.calls'

type Person = Pick<SessionUser, 'id' | 'companyId'>

export const pushDeviceKey = ({ id, companyId }: Person) => `push-device-${companyId}-${id}`

/** This browser gets the user's notices by push while its windows are hidden. */
export const isPushDevice = (person: Person) => localStorage.getItem(pushDeviceKey(person)) !== null
