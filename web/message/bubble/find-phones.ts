interface FoundPhone {
  start: number
  end: number
  number: string
}

const areaCodes = new Set(
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'.split(
    ' ',
  ),
)

const before = '(?<![\\p{L}\\p{N}_/.,#@$*+-])(?<!\\$ )'
const after = '(?![\\p{L}\\p{N}_/*]|[.,-]\\d)'
const gap = '[ \\u00a0.-]?'
/** Area code and number: a mobile of nine digits, or a landline of eight. */
const brazilian = `(?:\\+?55${gap})?(?:\\(0?(?<bracketed>\\d\\d)\\) ?|0?(?<area>\\d\\d)${gap})(?<local>9${gap}\\d{4}${gap}\\d{4}|[2-5]\\d{3}${gap}\\d{4})`
const foreign = `\\+(?!55)[1-9]\\d{0,2}(?:${gap}\\(?\\d{1,5}\\)?){2,5}`
const pattern = new RegExp(`${before}(?:${brazilian}|(?<foreign>${foreign}))${after}`, 'gu')
const foreignDigitsMin = 8
const digitsMax = 15

/** With a plus, or Brazilian with area code. Bare digits only as a mobile or with country code, and no valid CPF. */
export function findPhones(text: string): FoundPhone[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: whole, index, groups = {} }) => {
    const digits = whole.replace(/\D/g, '')
    const found = (number: string) => ({ start: index, end: index + whole.length, number })
    if (groups['foreign'] !== undefined) {
      return digits.length >= foreignDigitsMin && digits.length <= digitsMax ? found(digits) : []
    }
    const area = groups['bracketed'] ?? groups['area'] ?? ''
    const local = (groups['local'] ?? '').replace(/\D/g, '')
    if (!areaCodes.has(area)) return []
    const isBare = whole === digits
    if (isBare && digits.length <= 11 && (local.length === 8 || isCpf(digits))) return []
    return found(`55${area}${local}`)
  })
}

function isCpf(digits: string) {
  const check = (length: number) => {
    let sum = 0
    for (let at = 0; at < length; at++) sum += Number(digits[at]) * (length + 1 - at)
    return ((sum * 10) % 11) % 10
  }
  return digits.length === 11 && check(9) === Number(digits[9]) && check(10) === Number(digits[10])
}
