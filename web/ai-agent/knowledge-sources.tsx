import type { KnowledgeSource } from '../../src/ai-agent/answer/answer.calls'
import { useTexts } from '../i18n/i18n'
import { Chip } from '../ui/display/labels'

export function KnowledgeSources({ sources }: { sources: readonly KnowledgeSource[] }) {
  const t = useTexts('agent').agent
  if (sources.length === 0) return <p>{t.noSources}</p>
  return (
    <ul className="agent-sources wrap-row gap-1 plain-list" aria-label={t.sources}>
      {sources.map(({ kind, itemId, title, page }) => (
        <li key={`${kind} ${itemId} ${page}`}>
          <Chip size="s" label={`${t.sourceKinds[kind]}: ${title}${page === null ? '' : ` (${t.page(page)})`}`} />
        </li>
      ))}
    </ul>
  )
}
