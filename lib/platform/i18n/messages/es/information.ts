export const information = {
  link: "Información y accesibilidad",
  details: "Datos y reclamaciones",
  title: "Sobre este servicio de pago",
  lead: "Quién inicia su pago y quién le ayuda si algo va mal.",
  service: "Servicio de pago",
  company: {
    title: "Quién inicia su pago",
    lead: "{operator} inicia el pago en su banco. El dinero va directamente de su cuenta al beneficiario.",
    none: "La empresa que gestiona este servicio aún no ha indicado sus datos.",
    test: "En el modo de prueba no se mueve dinero real.",
    name: "Empresa",
    address: "Dirección",
    email: "Correo electrónico",
    licence: "Licencia",
    authority: "Supervisada por",
  },
  terms: "Condiciones",
  privacy: "Privacidad",
  complaints: {
    title: "Problemas y reclamaciones",
    bank: "No ha autorizado un pago o el importe no es correcto: póngase en contacto con su banco de inmediato.",
    shop: "Tiene una pregunta sobre su pedido: póngase en contacto con la tienda.",
    operator:
      "Quiere reclamar sobre este servicio de pago: póngase en contacto con {operator}. Indique el beneficiario, el importe y la hora del pago.",
    how: "Cómo reclamar",
    further: "Si no está de acuerdo con la respuesta, puede dirigirse a:",
    disputes: "Organismo de resolución de litigios",
  },
  back: "Volver al pago",
  accessibility: {
    title: "Declaración de accesibilidad",
    lead: "Todo el mundo debe poder pagar. Nuestro objetivo es el nivel AA de las WCAG 2.2 y lo que la norma europea EN 301 549 exige a las páginas web.",
    scope:
      "Esta declaración se refiere a las páginas de pago y a la consola de los comercios. No se refiere a las páginas de tiendas y bancos.",
    tested: {
      title: "Qué se comprueba",
      axe: "Comprobaciones automáticas con axe según las reglas de las WCAG 2.2, niveles A y AA, con el contraste de los colores claros y oscuros",
      keyboard: "Pagar y cancelar solo con el teclado",
      sight:
        "Pantallas estrechas de 320 píxeles, texto muy espaciado, alto contraste y texto de derecha a izquierda",
      script: "Pagar sin JavaScript",
      focus: "Una pantalla nueva lleva el foco a su título, y se anuncia el tiempo que queda",
    },
    limits: {
      title: "Límites conocidos",
      people:
        "No se ha probado con personas que usan lectores de pantalla ni ha habido una auditoría independiente.",
      time: "Un pago caduca pasado un tiempo, que no puede ampliar. Puede empezar de nuevo en la tienda.",
      console: "La consola de los comercios solo está en inglés.",
    },
    feedback: {
      title: "Sus comentarios",
      write: "¿Algo no le funciona? Escríbanos:",
      shop: "¿Algo no le funciona? Póngase en contacto con la tienda en la que paga.",
    },
    date: "Preparada el {date}, según las pruebas de {product}.",
  },
} as const;
