import type { RuleView } from '../../src/rule/rule.record'
import { useErrorText, useTexts } from '../i18n/i18n'

/** Why it failed last; undefined since it ran again. */
export function useRuleError() {
  const t = useTexts('rule', 'error').rule
  const errorText = useErrorText()
  return ({ error, errorStep }: Pick<RuleView, 'error' | 'errorStep'>) => {
    if (error === '') return undefined
    const [code = '', ...why] = error.split(' ')
    const text = code === 'webhook' ? t.webhookError(why.join(' ')) : errorText(code)
    return errorStep === null ? text : t.step(errorStep) + text
  }
}
