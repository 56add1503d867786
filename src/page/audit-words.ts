import { auditAreas } from '../../web/audit/audit-areas'
import { createAuditWords } from '../../web/audit/audit-words'
import type { AreaTexts } from '../../web/i18n/areas'
import { createFormat } from '../../web/i18n/format'
import type { Language } from '../../web/i18n/languages'
import { loadTexts } from '../../web/i18n/load-texts'
import type { AuditWords } from '../kernel/audit/send-audit-sheet'

export async function loadAuditWords(language: Language, timeZone: string): Promise<AuditWords> {
  const texts = await loadTexts(language, auditAreas)
  return createAuditWords(texts as typeof texts & AreaTexts, createFormat(language, timeZone, texts.ui))
}
