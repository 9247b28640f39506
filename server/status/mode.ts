declare module '#/server/app.ts' {
  interface App {
    /** Whether everything outside is made up. Nothing else decides that, least of all the settings of the CRM. */
    mode: Mode
  }
}

/** `demo`: every outside system is made up. `real`: none is, and a CRM without an address gives no orders. */
export type Mode = 'demo' | 'real'

export interface ModeWish {
  /** KASYR_DEMO; null: nothing was said. */
  demo: boolean | null
  has_crm: boolean
}

export interface ModeFacts {
  /** As it was noted at the first start. A database of an earlier version has no mark. */
  mark: Mode | null
  /** Orders that the made-up shop may have given. */
  has_demo_orders: boolean
  /** Orders that it cannot have given. */
  has_real_orders: boolean
}

/** Made-up orders and real ones are never in one database, and neither are made-up receipts and real ones. */
export function decideMode({ demo, has_crm }: ModeWish, facts: ModeFacts): { mode: Mode } | { refusal: string } {
  const used = facts.mark ?? (facts.has_real_orders ? 'real' : facts.has_demo_orders ? 'demo' : null)
  if (has_crm && demo) return { refusal: bothAsked }
  if (has_crm || demo === false)
    return used === 'demo' ? { refusal: has_crm ? demoWithCrm : notDemo } : { mode: 'real' }
  if (demo) return used === 'real' ? { refusal: realAsDemo } : { mode: 'demo' }
  return { mode: used ?? 'demo' }
}

const newPlace = 'порожню теку даних (KASYR_DATA_DIR) або порожню базу (DATABASE_URL)'
const bothAsked =
  'KASYR_DEMO=true і KASYR_CRM_URL не поєднуються: демонстрація працює з вигаданим магазином. Приберіть одну з двох змінних.'
const demoWithCrm = `у цій базі вигадані замовлення й чеки демонстрації, і справжні серед них загубилися б. Для роботи з CRM вкажіть ${newPlace}; демонстрація залишиться, як є.`
const notDemo = `у цій базі вигадані замовлення й чеки демонстрації, а KASYR_DEMO=false. Вкажіть ${newPlace} або приберіть KASYR_DEMO.`
const realAsDemo = `у цій базі справжні замовлення, тож демонстрації в ній не буде. Приберіть KASYR_DEMO або вкажіть для демонстрації ${newPlace}.`
