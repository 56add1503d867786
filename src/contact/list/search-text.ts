import { foldText } from '../../kernel/text/fold-text.contract'

/** Ends with username and number, which `nameText` of the search cuts off. */
export function searchTextOf({ name, username, number }: { name: string; username: string; number: string }) {
  return [foldText(name).trim(), username, number].filter(Boolean).join(' ')
}
