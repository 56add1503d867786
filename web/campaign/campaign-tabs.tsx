import { links } from '../app/links'
import { useTexts } from '../i18n/i18n'
import { Link } from '../ui/display/link'

export function CampaignTabs({ current }: { current: 'campaigns' | 'suppressions' }) {
  const t = useTexts('campaign').campaign.tabs
  const names = ['campaigns', 'suppressions'] as const
  return (
    <nav className="campaign-tabs" aria-label={t.label}>
      {names.map((name) => (
        <Link
          key={name}
          href={links[name]()}
          className="campaign-tab"
          aria-current={name === current ? 'page' : undefined}
        >
          {t[name]}
        </Link>
      ))}
    </nav>
  )
}
