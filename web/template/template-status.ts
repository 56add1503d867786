import type { TemplateView } from '../../src/template/template.calls'
import type { AreaTexts } from '../i18n/areas'

export const statusKinds: Record<string, 'success' | 'warning' | 'danger' | 'info' | 'neutral'> = {
  APPROVED: 'success',
  PENDING: 'info',
  IN_APPEAL: 'info',
  REJECTED: 'danger',
  DISABLED: 'danger',
  PAUSED: 'warning',
  LIMIT_EXCEEDED: 'warning',
}

/** Returns the status in words; one that is not known as the provider writes it. */
export function statusText(t: AreaTexts['template'], { status, isSupported }: TemplateView): string {
  if (status === 'APPROVED' && !isSupported) return t.unsupported
  const known: Record<string, string> = t.statuses
  return known[status] ?? status
}
