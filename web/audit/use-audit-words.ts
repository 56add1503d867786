import { useMemo } from 'react'
import { useFormat, useTexts } from '../i18n/i18n'
import { auditAreas } from './audit-areas'
import { createAuditWords } from './audit-words'

export function useAuditWords() {
  const texts = useTexts(...auditAreas)
  const format = useFormat()
  return useMemo(() => createAuditWords(texts, format), [texts, format])
}
