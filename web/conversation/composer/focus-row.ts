export function focusRowOf(ticketId: number) {
  const row = document.querySelector(`[data-ticket="${ticketId}"]`) ?? document.querySelector('[data-ticket]')
  row?.querySelector<HTMLElement>('.ticket-row-link')?.focus()
}
