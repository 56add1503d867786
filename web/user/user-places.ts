import { type SwitchName, switchNames } from '../../src/user/role/role.contract'
import { keysOf } from '../../src/kernel/typed-object.contract'
import { atField, links } from '../app/links'
import { definePlaces, type Place } from '../app/place'
import { isAdmin } from '../app/screen-access'
import type { AreaTexts } from '../i18n/areas'
import { User } from '../ui/icons'
import { generalNames, permissionNames, ProfileForm, type UserValues } from './user-form'
import { usersScreen } from './users.screen'

export const userPlaces = definePlaces({
  areas: ['user'],
  list({ user, language, texts: { user: t } }) {
    const labels = fieldLabels(t)
    const isFound = (field: keyof UserValues) => labels[field] !== null
    const own = keysOf(ProfileForm.entries)
      .filter((field) => isFound(field) && (field !== 'breachDigestMail' || isAdmin(user)))
      .map((field): Place => ({
        id: `profile.${field}`,
        label: labels[field] ?? '',
        path: [t.profileTitle],
        icon: User,
        profileField: field,
      }))
    if (usersScreen.access(user) !== 'allowed') return own
    const ofUsers = (field: keyof UserValues, tab: string): Place => ({
      id: `user.${field}`,
      label: labels[field] ?? '',
      path: [usersScreen.title[language], tab],
      icon: usersScreen.icon,
      href: atField(links.users(), field),
    })
    return [
      ...own,
      ...generalNames.filter(isFound).map((field) => ofUsers(field, t.tabs.general)),
      ...permissionNames.map((field) => ofUsers(field, t.tabs.permissions)),
    ]
  },
})

/** The labels of the form's fields; null for those that appear only while the form is filled in. */
function fieldLabels({ fields: t, permissions }: AreaTexts['user']): Record<keyof UserValues, string | null> {
  const permissionLabels = Object.fromEntries(switchNames.map((name) => [name, permissions[name]]))
  return {
    ...(permissionLabels as Record<SwitchName, string>),
    roleId: t.role,
    profileImage: t.picture,
    name: t.name,
    email: t.email,
    password: t.newPassword,
    currentPassword: null,
    phone: t.phone,
    farewellMessage: t.farewell,
    notifyWaiting: t.notifyWaiting,
    offerNext: t.offerNext,
    weeklyReportMail: t.weeklyReportMail,
    breachDigestMail: t.breachDigestMail,
    language: t.language,
    defaultTheme: t.theme,
    defaultMenu: t.menu,
    access: null,
    profile: t.profile,
    queueIds: t.queues,
    whatsappId: t.connection,
    tagIds: t.skills,
    startWork: t.startWork,
    endWork: t.endWork,
  }
}
