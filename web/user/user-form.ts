import { mailKinds } from '../../src/user/mail-choice/mail-kinds.contract'
import * as v from 'valibot'
import type { UserView } from '../../src/user/user.calls'
import { Password } from '../../src/platform/company/company.contract'
import { UserBody } from '../../src/user/user.contract'
import { readSwitches, spellSwitches } from '../../src/user/user-fields.contract'
import { formatPhone } from '../i18n/format'
import { languages } from '../i18n/languages'
import { keysOf } from '../../src/kernel/typed-object.contract'

const pictureBytesMax = 10 * 1024 * 1024
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']

export const noPicture = 'none'

const Picture = v.pipe(
  v.instance(File),
  v.check(({ type }) => pictureTypes.includes(type), 'imageOnly'),
  v.maxSize(pictureBytesMax, 'tooLarge'),
)

const { name, email, farewellMessage, defaultTheme, defaultMenu, phone } = UserBody.entries
const { profile, startWork, endWork, whatsappId, queueIds, tagIds, roleId } = UserBody.entries

/** `company`: the user has the company's language. */
const languageChoices = ['company', ...languages] as const

export function isLanguageChoice(value: string): value is (typeof languageChoices)[number] {
  return languageChoices.some((choice) => choice === value)
}

const ownFields = {
  profileImage: v.nullable(v.union([v.literal(noPicture), Picture])),
  name,
  email,
  password: v.union([v.literal(''), Password]),
  currentPassword: v.string(),
  phone: phone.wrapped,
  farewellMessage: farewellMessage.wrapped,
  notifyWaiting: v.boolean(),
  weeklyReportMail: v.boolean(),
  breachDigestMail: v.boolean(),
  offerNext: v.boolean(),
  language: v.picklist(languageChoices),
  defaultTheme: defaultTheme.wrapped,
  defaultMenu: defaultMenu.wrapped,
}

const givenFields = {
  access: v.picklist(['link', 'password']),
  profile: profile.wrapped,
  queueIds: queueIds.wrapped,
  whatsappId: whatsappId.wrapped,
  tagIds: tagIds.wrapped,
  startWork: startWork.wrapped,
  endWork: endWork.wrapped,
}

const permissionFields = {
  roleId: roleId.wrapped,
  allTicket: v.boolean(),
  allHistoric: v.boolean(),
  allUserChat: v.boolean(),
  userClosePendingTicket: v.boolean(),
  allowGroup: v.boolean(),
  showDashboard: v.boolean(),
  allowRealTime: v.boolean(),
  allowConnections: v.boolean(),
}

export const ProfileForm = v.object(ownFields)
export const EditUserForm = v.object({ ...ownFields, ...givenFields, ...permissionFields })
/** A new user sets the password by a link, unless the admin does. */
export const NewUserForm = v.pipe(
  EditUserForm,
  v.forward(
    v.partialCheck(
      [['access'], ['password']],
      ({ access, password }) => access === 'link' || password !== '',
      'required',
    ),
    ['password'],
  ),
)

export type ProfileValues = v.InferInput<typeof ProfileForm>
export type UserValues = v.InferInput<typeof EditUserForm>

/** Which mails they get is the users' own choice. */
export const generalNames = [...keysOf(v.omit(v.object(ownFields), mailKinds).entries), ...keysOf(givenFields)]
export const permissionNames = keysOf(permissionFields)

/** The company's only queue is suggested. */
export function newUserValues(queues: readonly { id: number }[]): UserValues {
  return {
    profileImage: null,
    name: '',
    email: '',
    password: '',
    currentPassword: '',
    phone: '',
    farewellMessage: '',
    language: 'company',
    defaultTheme: 'system',
    defaultMenu: 'open',
    notifyWaiting: true,
    weeklyReportMail: true,
    breachDigestMail: true,
    offerNext: true,
    access: 'link',
    profile: 'user',
    queueIds: queues.length === 1 ? queues.map(({ id }) => id) : [],
    whatsappId: null,
    tagIds: [],
    startWork: '00:00',
    endWork: '23:59',
    roleId: null,
    allTicket: false,
    allHistoric: false,
    allUserChat: false,
    userClosePendingTicket: true,
    allowGroup: false,
    showDashboard: false,
    allowRealTime: false,
    allowConnections: false,
  }
}

export function profileValuesOf(user: UserView): ProfileValues {
  const { name, email, farewellMessage, defaultTheme, defaultMenu, notifyWaiting, offerNext } = user
  const language = user.language ?? 'company'
  const phone = formatPhone(user.phone)
  return {
    profileImage: null,
    name,
    email,
    password: '',
    currentPassword: '',
    phone,
    farewellMessage,
    language,
    defaultTheme,
    defaultMenu,
    notifyWaiting,
    offerNext,
    weeklyReportMail: user.weeklyReportMail,
    breachDigestMail: user.breachDigestMail,
  }
}

export function userValuesOf(user: UserView): UserValues {
  const { profile, queueIds, tagIds, whatsappId, startWork, endWork, roleId, allowGroup } = user
  return {
    ...profileValuesOf(user),
    access: 'password',
    profile,
    queueIds,
    whatsappId,
    tagIds,
    startWork,
    endWork,
    roleId,
    allowGroup,
    ...readSwitches(user),
  }
}

/** Converts the form to the call's body; the picture has its own call. */
export function profileBody({ profileImage, language, ...rest }: v.InferOutput<typeof ProfileForm>) {
  const { password, currentPassword, ...values } = rest
  const passwords = { ...(password && { password }), ...(currentPassword && { currentPassword }) }
  return { ...values, language: language === 'company' ? null : language, ...passwords }
}

export function userBody(values: v.InferOutput<typeof EditUserForm>) {
  const { profileImage, password, currentPassword, access, ...given } = values
  return { ...given, ...profileBody(values), ...spellSwitches(values) }
}
