import type { AppModels } from '../../app/app-context'
import type { Command } from '../../app/command-registry'
import { describePlace, type Place, type PlaceContext } from '../../app/place'
import { connectionPlaceAreas, connectionPlaces } from '../../connection/connection-places'
import { contactImportScreen } from '../../contact-import/contact-import.screen'
import { campaignSettingPlaceAreas, campaignSettingPlaces } from '../../campaign/campaign-setting-places'
import { suppressionsScreen } from '../../campaign/campaigns.screen'
import { subscriptionScreen } from '../../finance/finance.screen'
import type { Area, AreaTexts } from '../../i18n/areas'
import type { Language } from '../../i18n/languages'
import { queuePlaceAreas, queuePlaces } from '../../queue/queue-places'
import { settingPlaceAreas, settingPlaces } from '../../setting/setting-places'
import { userPlaceAreas, userPlaces } from '../../user/user-places'
import { isAdmin } from '../../app/screen-access'
import type { SessionUser } from '../../../src/user/session/session.calls'
import { placePrefix } from './recent-commands'
import { fillPath } from '../../page/route-pattern'

/** The texts with the names of all places. */
const areas = [
  ...(['place'] as const),
  ...settingPlaceAreas,
  ...connectionPlaceAreas,
  ...queuePlaceAreas,
  ...userPlaceAreas,
  ...campaignSettingPlaceAreas,
] as const

type Context = PlaceContext<Pick<AreaTexts, (typeof areas)[number]>>

/** Screens that are not in the menu. */
const otherScreens = [contactImportScreen, suppressionsScreen, subscriptionScreen]

const areasFor = (user: SessionUser): readonly Area[] =>
  isAdmin(user)
    ? areas
    : ['place', ...userPlaceAreas, ...(user.allowConnections === 'enabled' ? connectionPlaceAreas : [])]

export function findablePlaces(context: Context): Place[] {
  const { user, language } = context
  const screens = otherScreens
    .filter(({ access }) => access(user) === 'allowed')
    .map(({ path, title, icon }): Place => {
      return { id: `screen.${path}`, label: title[language], path: [], icon, href: fillPath(path) }
    })
  return [
    ...screens,
    ...settingPlaces(context),
    ...connectionPlaces(context),
    ...queuePlaces(context),
    ...userPlaces(context),
    ...campaignSettingPlaces(context),
  ]
}

/** Loads the palette's commands for settings and fields of the user, and other words for commands of the frame. */
export async function loadPlaces(app: AppModels, user: SessionUser, language: Language) {
  await app.loadTexts(areasFor(user))
  const texts = app.texts as Context['texts']
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
