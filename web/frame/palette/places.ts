import type { AppModels } from '../../app/app-context'
import type { Command } from '../../app/command-registry'
import { describePlace, type Place, type PlaceContext } from '../../app/place'
import { connectionPlaces } from '../../connection/connection-places'
import { contactImportScreen } from '../../contact-import/contact-import.screen'
import { campaignSettingPlaces } from '../../campaign/campaign-setting-places'
import { suppressionsScreen } from '../../campaign/campaigns.screen'
import { subscriptionScreen } from '../../finance/finance.screen'
import type { AreaTexts } from '../../i18n/areas'
import type { Language } from '../../i18n/languages'
import { queuePlaces } from '../../queue/queue-places'
import { settingPlaces } from '../../setting/setting-places'
import { userPlaces } from '../../user/user-places'
import type { SessionUser } from '../../../src/user/session/session.calls'
import { placePrefix } from './recent-commands'
import { fillPath } from '../../page/route-pattern'

/** Screens that are not in the menu. */
const otherScreens = [contactImportScreen, suppressionsScreen, subscriptionScreen]

const declared = [settingPlaces, connectionPlaces, queuePlaces, userPlaces, campaignSettingPlaces]
const declaredFor = (user: SessionUser) => declared.filter(({ screen }) => !screen || screen.access(user) === 'allowed')

export function findablePlaces(context: PlaceContext<AreaTexts>): Place[] {
  const { user, language } = context
  const screens = otherScreens
    .filter(({ access }) => access(user) === 'allowed')
    .map(({ path, title, icon }): Place => {
      return { id: `screen.${path}`, label: title[language], path: [], icon, href: fillPath(path) }
    })
  return [...screens, ...declaredFor(user).flatMap(({ list }) => list(context))]
}

/** Loads the palette's commands for settings and fields of the user, and other words for commands of the frame. */
export async function loadPlaces(app: AppModels, user: SessionUser, language: Language) {
  await app.loadTexts(['place', ...declaredFor(user).flatMap(({ areas }) => areas)])
  // Each list reads only the texts of its own areas.
  const texts = app.texts as AreaTexts
  const words: Record<string, string> = texts.place.words
  const places = findablePlaces({ user, language, texts }).map((place): Command => ({
    ...describePlace(place, texts),
    id: `${placePrefix}${place.id}`,
    icon: place.icon,
    href: place.href,
    run: () =>
      place.href === undefined
        ? app.appearance.showDialog('profile', place.profileField)
        : app.navigation.go(place.href),
  }))
  return { places, wordsOf: (id: string) => (id.startsWith('add-') ? texts.place.adding : '') + (words[id] ?? '') }
}
