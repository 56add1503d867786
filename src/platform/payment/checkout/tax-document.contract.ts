/** CPF of 11 digits, CNPJ of 14 characters, the last two digits. */
export const cleanTaxDocument = (text: string) => text.replace(/[\s./-]/g, '').toUpperCase()

export function isTaxDocument(document: string) {
  if (/^(.)\1+$/.test(document)) return false
  if (/^\d{11}$/.test(document)) return endsWithCheckDigits(document, 11)
  return /^[0-9A-Z]{12}\d{2}$/.test(document) && endsWithCheckDigits(document, 9)
}

/** 529.982.247-25, 12.ABC.345/01DE-35. */
export function formatTaxDocument(document: string) {
  const cpf = /^(\d{3})(\d{3})(\d{3})(\d{2})$/
  if (cpf.test(document)) return document.replace(cpf, '$1.$2.$3-$4')
  return document.replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/, '$1.$2.$3/$4-$5')
}

/** Modulo 11; weights start at 2 on the right and restart after `weightMax`. */
function endsWithCheckDigits(document: string, weightMax: number) {
  return [2, 1].every((fromEnd) => {
    const end = document.length - fromEnd
    return checkDigit(document.slice(0, end), weightMax) === Number(document[end])
  })
}

function checkDigit(text: string, weightMax: number) {
  let sum = 0
  for (let i = 0; i < text.length; i++) {
    const weight = 2 + ((text.length - 1 - i) % (weightMax - 1))
    // Letters start at 17, as Receita Federal defines for CNPJs since 2026.
    sum += (text.charCodeAt(i) - 48) * weight
  }
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}
