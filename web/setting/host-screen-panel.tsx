import { links } from '../app/links'
import { useTexts } from '../i18n/i18n'
import { EmptyState } from '../ui/empty-state'
import { Building2, ListChecks, type LucideIcon, Video } from '../ui/icons'
import { ButtonLink } from '../ui/link'

export const hostScreens = ['companies', 'plans', 'helps'] as const
export type HostScreen = (typeof hostScreens)[number]

const screens: Record<HostScreen, { icon: LucideIcon; href: () => string }> = {
  companies: { icon: Building2, href: () => links.companies() },
  plans: { icon: ListChecks, href: () => links.plans() },
  helps: { icon: Video, href: () => links.helpAdmin() },
}

/** Links to a screen of the host. */
export function HostScreenPanel({ screen }: { screen: HostScreen }) {
  const t = useTexts('setting').setting.hostScreens[screen]
  const { icon, href } = screens[screen]
  return (
    <EmptyState
      icon={icon}
      title={t.title}
      text={t.text}
      action={
        <ButtonLink href={href()} variant="primary">
          {t.open}
        </ButtonLink>
      }
    />
  )
}
