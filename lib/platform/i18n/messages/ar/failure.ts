export const failure = {
  errorTitle: "حدث خطأ من جانبنا",
  errorLead: "يُرجى إعادة تحميل الصفحة: ستعرض حالة الدفع.",
  errorAgain: "إعادة المحاولة",
} as const;
