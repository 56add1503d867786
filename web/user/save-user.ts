import type * as v from 'valibot'
import type { UpdateUserBody, UserBody } from '../../src/user/user.contract'
import type { ApiClient } from '../api/api-client'
import { noPicture } from './user-form'
import type { UserView } from '../../src/user/user.calls'
import type { AppModels } from '../app/app-context'
import type { FreshAnswer } from '../live/touch-log'
import { rememberChoice } from '../session/remembered-choice'
import type { OwnPart } from '../session/session-model'

/** Minimum duration of saving: an instant response would go unnoticed, and a second press would save again. */
const submitDelayMs = 400

/** Delays the answer, but not a refusal. */
export async function withSubmitDelay<T>(answer: Promise<T>): Promise<T> {
  const delay = new Promise((resolve) => setTimeout(resolve, submitDelayMs))
  return (await Promise.all([answer, delay]))[0]
}

type Body<Schema extends v.GenericSchema> = v.InferInput<Schema>
type Picture = File | typeof noPicture | null

/** The picture is uploaded first, because changing the own password ends the session. */
export async function updateUser(api: ApiClient, id: number, body: Body<typeof UpdateUserBody>, picture: Picture) {
  if (picture === noPicture) await api.delete('/users/:id/media-upload', { params: { id } })
  else if (picture) await uploadPicture(api, id, picture)
  return api.put('/users/:id', { params: { id }, body })
}

/** `pictureFailed`: the user was created without the picture. */
export async function createUser(api: ApiClient, body: Body<typeof UserBody>, picture: Picture) {
  const user = await api.post('/users', { body })
  try {
    if (picture && picture !== noPicture) await uploadPicture(api, user.id, picture)
    return { user, pictureFailed: false }
  } catch {
    return { user, pictureFailed: true }
  }
}

async function uploadPicture(api: ApiClient, id: number, picture: File) {
  const form = new FormData()
  form.set('userId', String(id))
  form.set('typeArch', 'user')
  form.set('profileImage', picture)
  await api.upload('/users/:id/media-upload', { params: { id }, form })
}

/** Applies the user's changes to the running app; a new password or language loads a new document. */
export async function applyOwnChange(
  { session }: Pick<AppModels, 'session'>,
  { answer: user, isNewest }: FreshAnswer<OwnPart, UserView>,
  passwordChanged: boolean,
) {
  const before = session.user.peek()
  if (before?.id !== user.id) return
  const {
    online,
    status,
    queueIds,
    tagIds,
    createdAt,
    updatedAt,
    roleId,
    roleName,
    language: own,
    company,
    ...record
  } = user
  const { defaultTheme, defaultMenu, ...changed } = record
  const language = own ?? before.company.language
  if (isNewest('record')) session.change({ ...changed, language })
  if (isNewest('appearance')) {
    session.change({ defaultTheme, defaultMenu })
    if (defaultTheme !== before.defaultTheme) session.showTheme(defaultTheme)
    // For the next page load; the menu keeps its present state until then.
    if (defaultMenu !== before.defaultMenu) rememberChoice('menu', defaultMenu)
  }
  if (passwordChanged) return session.signInAgain()
  if (language === before.language) return
  rememberChoice('language', language)
  location.reload()
}
